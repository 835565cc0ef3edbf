/** Sent by a part to its launcher after a stop signal. */
export const stoppingMessage = 'stopping';
/** Sent by the API after a write, and passed on to the worker: there might be work. */
export const workMessage = 'work';
/** Sent by a part every second while its event loop runs. */
export const aliveMessage = 'alive';
