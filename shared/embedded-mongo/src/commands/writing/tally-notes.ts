import type { Document } from '../../bson/values.ts';
import type { Origin, Outcomes } from '../../storage/outcomes.ts';

/**
 * How far a retryable command has come, as it is found after a crash. The lists of its tally grow with each statement:
 * each note adds what is new in them as one more part, so that nothing is written twice.
 */
export class TallyNotes {
  private readonly outcomes: Outcomes;
  private readonly origin: Origin;
  private readonly tally: Document;
  private parts = 0;
  /** Whether something is kept of it. */
  isBegun = false;
  /** How much of each list is in the parts. */
  private readonly noted = new Map<string, number>();

  constructor(outcomes: Outcomes, origin: Origin, tally: object) {
    this.outcomes = outcomes;
    this.origin = origin;
    this.tally = tally as Document;
  }

  /** Nothing is kept of a command that has done nothing: a repetition begins with its first statement as well. */
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

  /** Call when the outcome of the whole command is kept, in the same batch. */
  forgetParts(): void {
    if (this.parts > 0) this.outcomes.forgetParts(this.origin, this.parts);
  }

  /** Returns how many statements were done. An earlier version has noted whole lists. */
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
