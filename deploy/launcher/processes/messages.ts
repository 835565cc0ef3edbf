/** What a part sends to its launcher when it was asked to stop. */
export const stoppingMessage = 'stopping';
/** What the API sends when it has written, and the worker then receives: there may be work. */
export const workMessage = 'work';
