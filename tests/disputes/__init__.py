"""What is argued."""
