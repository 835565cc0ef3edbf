import type { Document } from '../../bson/values.ts';
import type { Origin, Outcomes } from '../../storage/outcomes.ts';

/**
 * Stores the progress of a retryable command, for recovery after a crash. The lists of its tally grow with each
 * statement. Each note stores only their new entries as another part, so nothing is written twice.
 */
export class TallyNotes {
  private readonly outcomes: Outcomes;
  private readonly origin: Origin;
  private readonly tally: Document;
  private parts = 0;
  /** True if any progress is stored. */
  isBegun = false;
  /** Number of entries of each list that the parts contain. */
  private readonly noted = new Map<string, number>();

  constructor(outcomes: Outcomes, origin: Origin, tally: object) {
    this.outcomes = outcomes;
    this.origin = origin;
    this.tally = tally as Document;
  }

  /** Skips the note if no statement has run, because a retry starts with the first statement anyway. */
  note(done: number): void {
    if (done === 0 && !this.isBegun) return;
    this.isBegun = true;
    const fields = Object.entries(this.tally);
    const added = fields.flatMap(([name, list]) => {
      const from = this.noted.get(name) ?? 0;
      return Array.isArray(list) && list.length > from ? [[name, list.slice(from)] as const] : [];
    });
    if (added.length > 0) this.outcomes.rememberPart(this.origin, this.parts++, Object.fromEntries(added));
    for (const [name, list] of added) this.noted.set(name, (this.noted.get(name) ?? 0) + list.length);
    const tally = Object.fromEntries(fields.filter(([, value]) => !Array.isArray(value)));
    this.outcomes.remember(this.origin, { done, parts: this.parts, tally });
  }

  /** Call this when storing the outcome of the whole command, in the same batch. */
  forgetParts(): void {
    if (this.parts > 0) this.outcomes.forgetParts(this.origin, this.parts);
  }

  /** Returns the number of finished statements. Earlier versions stored whole lists. */
  restore({ done, parts = 0, tally }: Document): number {
    this.isBegun = true;
    Object.assign(this.tally, tally);
    for (; this.parts < (parts as number); this.parts++) this.add(this.outcomes.part(this.origin, this.parts));
    return done as number;
  }

  private add(part: Document): void {
    const lists = this.tally as Record<string, unknown[]>;
    for (const [name, added] of Object.entries(part) as [string, unknown[]][]) {
      for (const one of added) lists[name]!.push(one);
      this.noted.set(name, lists[name]!.length);
    }
  }
}
