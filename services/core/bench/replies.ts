import { readReply } from '../src/domain/replies/classify-reply.ts';
import { type ReplyClass, replyClasses, stopping } from '../src/domain/replies/reply-classes.ts';
import { type Item, readCorpus, receivedAt } from '../test-data/replies/corpus.ts';

/** Precision and recall of the rules over a labelled corpus; the held-out part was written before the rules, the tricky one to lead them astray,
 * the everyday one as people write on the way: without accents, short, mistyped. */
function percent(part: number, whole: number): string {
  return whole === 0 ? '    –' : (part / whole).toFixed(3);
}

function judge(title: string, items: Item[]): void {
  const read = items.map(({ subject, text, headers = {}, ...item }) => {
    const { class: found, returnDate, wish } = readReply({ headers, subject, text }, receivedAt);
    return {
      ...item,
      text,
      found,
      isSuppressed: wish === 'clear',
      date: returnDate?.toISOString().slice(0, 10) ?? null,
    };
  });
  console.log(`\n${title}: ${items.length} replies\nclass             n  precision  recall`);
  const scores = replyClasses.map((name) => {
    const own = read.filter((item) => item.class === name).length;
    const found = read.filter((item) => item.found === name).length;
    const right = read.filter((item) => item.class === name && item.found === name).length;
    console.log(`${name.padEnd(16)}${String(own).padStart(3)}  ${percent(right, found)}      ${percent(right, own)}`);
    return { name, own, f1: own + found === 0 ? null : (2 * right) / (own + found) };
  });
  const isStop = (name: ReplyClass) => stopping.includes(name);
  const wished = read.filter((item) => isStop(item.class));
  const heard = read.filter((item) => isStop(item.found));
  const both = wished.filter((item) => isStop(item.found)).length;
  console.log(
    `unsubscribe or complaint: precision ${percent(both, heard.length)}, recall ${percent(both, wished.length)}`,
  );
  const suppressed = read.filter((item) => item.isSuppressed);
  const rightly = suppressed.filter((item) => isStop(item.class)).length;
  console.log(
    `suppressed at once:       precision ${percent(rightly, suppressed.length)}, recall ${percent(rightly, wished.length)}`,
  );
  const others = scores.filter(({ name, own }) => !isStop(name) && own > 0).map(({ f1 }) => f1 ?? 0);
  console.log(
    `macro F1 of the other classes: ${percent(
      others.reduce((sum, f1) => sum + f1, 0),
      others.length,
    )}`,
  );
  const dated = read.filter((item) => item.returnDate !== undefined);
  console.log(`return dates: ${percent(dated.filter((item) => item.date === item.returnDate).length, dated.length)}`);
  if (process.env.SHOW_MISSES !== title) return;
  for (const item of read) {
    const isWrongDate = item.returnDate !== undefined && item.date !== item.returnDate;
    if (item.found !== item.class || isWrongDate || item.isSuppressed !== isStop(item.class)) {
      console.log(
        `${item.id} ${item.language} ${item.class} -> ${item.found}${item.isSuppressed ? ' suppressed' : ''} ${isWrongDate ? item.date : ''} ${JSON.stringify(item.text.slice(0, 160))}`,
      );
    }
  }
}

judge('written', readCorpus('written'));
judge('held-out', readCorpus('held-out'));
judge('tricky', readCorpus('tricky'));
judge('everyday', readCorpus('everyday'));
judge('fresh', readCorpus('fresh'));
const pitches = ['quick-question', 'onboarding', 'payroll', 'stock-count', 'phishing-drill', 'fleet-charging'];
const parts = [
  ...[1, 2, 3, 4, 5].map((part) => `short-answers-${part}`),
  ...[1, 2, 3].map((part) => `opt-outs-${part}`),
  ...pitches.map((pitch) => `${pitch}-pitch`),
  ...[1, 2, 3].map((part) => `mixed-pitches-${part}`),
  ...[1, 2, 3, 4].map((part) => `whole-mails-${part}`),
];
for (const part of parts) judge(part, readCorpus(part));
const wishes = ['wishes-en-de-nl', 'wishes-fr-it-es', 'wishes-pt-pl'];
for (const languages of ['en-de', 'fr-es', 'it-nl', 'pt-pl', ...wishes]) {
  judge(`taught-${languages}`, readCorpus(`taught-${languages}`));
}
