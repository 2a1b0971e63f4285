"""The pages in the browser: the files of `houseway/web`, as they are served."""
