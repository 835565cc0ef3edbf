/** Something that is not as it should be, and what to do about it. */
export interface Finding {
  /** `error`: something does not work or may be lost; `warning`: it will, or it should be known. */
  level: 'error' | 'warning';
  /** What it is about: store, key, disk, backup, sending … */
  about: string;
  message: string;
  remedy: string;
}
