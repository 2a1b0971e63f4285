"""Alembic's environment. The connection comes from `houseway.store.engines`, inside the transaction that it has begun."""

from alembic import context

from houseway.store.schema import metadata

if hasattr(context, "config"):  # only while Alembic runs this file; importing it does nothing
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
