import { resolve } from 'node:path';
import { counted } from '../domain/text/counted.ts';
import { noJournal, type RestoreSummary, restoreBackup } from '../engine/backup/restore-backup.ts';
import { countContents, holdsNothing } from '../store/backup/store-contents.ts';
import { passphraseOf } from './backup/backup.ts';
import { type Command, type OperatorEnvironment, UsageError } from './command.ts';
import { confirm, listCounts, yesOption } from './terminal/confirm.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Put a backup into the store. Stop every part first; sending stays stopped until a person resumes it.',
  connectsTo: 'whatever',
  options: {
    file: { value: '<path>', description: 'the backup', isRequired: true },
    replace: { description: 'replace what the store holds now' },
    journal: {
      value: '<path>',
      description: 'the journal; default: outbound.journal in BACKUP_DIR or the data folder',
    },
    ...yesOption,
  },
  async run(values, environment) {
    const { file = '', journal } = values;
    const { config, now } = environment;
    const passphrase = passphraseOf(config);
    await confirmReplacement(values, environment);
    const summary = await restoreBackup({
      file: resolve(file),
      passphrase,
      journalFile: journal === undefined ? null : resolve(journal),
      config: config!,
      now,
      log: (line) => void process.stderr.write(`${line}\n`),
    });
    return { text: textOf(summary), data: { ...summary } };
  },
};

async function confirmReplacement(values: Record<string, string>, environment: OperatorEnvironment): Promise<void> {
  const contents = await countContents();
  if (holdsNothing(contents)) return;
  const held = listCounts({ ...contents });
  if (values.replace === undefined)
    throw new UsageError(`the store holds ${held}. Add --replace to replace that by the backup.`);
  await confirm({ loss: `This replaces ${held} by the backup.`, answer: 'yes' }, values, environment);
}

function textOf(summary: RestoreSummary): string {
  const { documents, createdAt, keysFile, sentMessages, unconfirmedMessages } = summary;
  const { replayedSuppressions, replayedErasures, isJournalMissing } = summary;
  const known = isJournalMissing
    ? `Opt-outs since ${createdAt} are unknown: ${noJournal}.`
    : `Kept from after the backup: ${counted(replayedSuppressions, 'opt-out')}, ${counted(replayedErasures, 'erasure')}, and ${counted(sentMessages, 'sent message')}.`;
  const resume = isJournalMissing
    ? 'Every scheduled message is held. If you find the journal, run "outbound restored --from TIME --journal FILE"; otherwise resume with "outbound sending resume --without-journal".'
    : 'Sending is stopped: check the data, then run "outbound sending resume".';
  const keys =
    keysFile === null
      ? ''
      : ` The keys of the backup differ from the current ones. They are in ${keysFile}; if SECRET_KEY comes from the environment, set it to that value.`;
  return (
    `Restored ${counted(documents, 'document')} of ${createdAt}. ${known} ` +
    `${counted(unconfirmedMessages, 'message')} that may have been sent since ` +
    `${unconfirmedMessages === 1 ? 'is' : 'are'} unconfirmed. ${resume}${keys}`
  );
}
