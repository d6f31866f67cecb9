"""What is argued: accounts, what they cite, earlier decisions, house rules, and all of it ruled again."""
