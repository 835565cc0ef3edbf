/** Problem with its fix. */
export interface Finding {
  /** `error`: something is broken or data may be lost. `warning`: it may break, or the operator should know. */
  level: 'error' | 'warning';
  /** Area: store, key, disk, backup, sending … */
  about: string;
  message: string;
  remedy: string;
}
