"""The interface over HTTP: routes by subject, with one shape for every refusal."""
