"""The rulebook as a site of static pages: what `referee book site` writes. Nothing else imports it."""
