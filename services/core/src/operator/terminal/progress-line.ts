import type { BackupProgress } from '../../engine/backup/write-backup.ts';

const stepNames = { copy: 'Copying the store', read: 'Writing', verify: 'Verifying' } as const;
const refreshMs = 250;

export interface ProgressTarget {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Terminal line with the progress and rate of a backup. Prints nothing to pipes and logs. */
export class ProgressLine {
  readonly #target: ProgressTarget;
  readonly #now: () => number;
  #step: BackupProgress['step'] | undefined;
  #stepAt = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(target: ProgressTarget, now: () => number = () => performance.now()) {
    this.#target = target;
    this.#now = now;
  }

  readonly show = (progress: BackupProgress): void => {
    const now = this.#now();
    if (progress.step !== this.#step) {
      this.#step = progress.step;
      this.#stepAt = now;
      this.#shownAt = Number.NEGATIVE_INFINITY;
    }
    if (!this.#target.isTTY || now - this.#shownAt < refreshMs) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.#target.write(`\r\x1b[K${lineOf(progress, (now - this.#stepAt) / 1_000)}`);
  };

  readonly end = (): void => {
    if (this.#isShown) this.#target.write('\r\x1b[K');
    this.#isShown = false;
  };
}

function lineOf({ step, done, total, unit }: BackupProgress, seconds: number): string {
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const share = total > 0 ? ` (${Math.min(100, Math.floor((100 * done) / total))}%)` : '';
  const rate = seconds > 0 ? `, ${number(done / seconds)} ${unit} a second` : '';
  return `${stepNames[step]}: ${number(done)} of ${number(Math.max(done, total))} ${unit}${share}${rate}`;
}
