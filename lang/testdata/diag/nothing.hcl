# A file that was meant to hold a flow.
