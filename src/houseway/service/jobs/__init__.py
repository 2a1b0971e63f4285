"""Long computations in worker processes: a bounded queue with progress, cancellation and answers that stay for a while.

question   what is asked, and the answer in one or more forms
board      who asked what, and how far each computation is; no threads, no processes
process    one worker process, as the service sees it
worker     the program that runs in a worker process
tasks      what a worker computes
preparation  what a worker compiles before anybody asks
sources    rules and house ways from what somebody sent
queue      puts the board, the threads and the processes together
desk       short computations in threads, and long ones as jobs
"""
