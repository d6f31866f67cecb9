"""The judge as it was before it was rebuilt, to compare what is ruled."""
