import { expect, test, vi } from 'vitest';
import { useStore } from '../../../test/use-store.ts';
import { TallyNotes } from './tally-notes.ts';
import { emptyTally } from './write-progress.ts';

const origin = { session: Buffer.alloc(16, 7), number: 5 };

const stored = useStore();

test('writes each result only once, and restores all of them', () => {
  const remember = vi.spyOn(stored.store.outcomes, 'remember');
  const tally = emptyTally();
  const notes = new TallyNotes(stored.store.outcomes, origin, tally);
  for (let at = 0; at < 100; at++) {
    tally.n++;
    tally.upserted.push({ index: at, _id: `id ${at}` });
    if (at % 10 === 0) tally.writeErrors.push({ index: at, code: 11000, errmsg: 'twice' });
    notes.note(at + 1);
  }
  const written = remember.mock.calls.flatMap(([, outcome]) =>
    Array.isArray(outcome.upserted) ? outcome.upserted : [],
  );
  expect(written).toEqual(tally.upserted);

  const after = emptyTally();
  const { outcome } = stored.store.outcomes.find(origin.session)!;
  expect(outcome).toEqual({ done: 100, parts: 100, tally: { n: 100 } });
  const again = new TallyNotes(stored.store.outcomes, origin, after);
  expect(again.restore(outcome)).toBe(100);
  expect(after).toEqual(tally);

  after.upserted.push({ index: 100, _id: 'id 100' });
  again.note(101);
  const last = emptyTally();
  new TallyNotes(stored.store.outcomes, origin, last).restore(stored.store.outcomes.find(origin.session)!.outcome);
  expect(last).toEqual(after);

  again.forgetParts();
  for (const at of [0, 50, 100]) expect(() => stored.store.outcomes.part(origin, at)).toThrow('is missing');
  expect(stored.store.outcomes.find(origin.session)).toBeDefined();
});

test('resumes from the notes of an earlier version', () => {
  const lists = { upserted: [{ index: 0, _id: 1 }], writeErrors: [] };
  stored.store.outcomes.remember(origin, { done: 3, tally: { n: 3, ...lists } });
  const tally = emptyTally();
  const notes = new TallyNotes(stored.store.outcomes, origin, tally);
  expect(notes.restore(stored.store.outcomes.find(origin.session)!.outcome)).toBe(3);
  expect(tally).toEqual({ n: 3, ...lists });
  tally.upserted.push({ index: 3, _id: 2 });
  notes.note(4);
  const last = emptyTally();
  new TallyNotes(stored.store.outcomes, origin, last).restore(stored.store.outcomes.find(origin.session)!.outcome);
  expect(last).toEqual(tally);
});
