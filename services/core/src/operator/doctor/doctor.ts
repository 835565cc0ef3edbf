import type { Command } from '../command.ts';
import { checkFolder } from './check-folder.ts';
import { checkModel } from './check-model.ts';
import { checkParts } from './check-parts.ts';
import { checkBackups, checkSettings } from './check-settings.ts';
import { checkStore } from './check-store.ts';
import { checkWork } from './check-work.ts';
import type { Finding } from './finding.ts';

function lineOf({ level, about, message, remedy }: Finding): string {
  return `${level.padEnd(8)}${about.padEnd(10)}${message}. To do: ${remedy}.`;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Look for what is wrong: one line for each finding, with what to do. Changes nothing.',
  connectsTo: 'nothing',
  options: {},
  async run(_values, environment) {
    const config = environment.config!;
    const now = environment.now();
    const ofStore = await checkStore(environment);
    const isUsable = ofStore.every(
      ({ message }) => message.includes('ledger') || message.includes('balance') || message.includes('checksums'),
    );
    const model = await checkModel(config);
    const findings = [
      ...ofStore,
      ...(isUsable ? [...(await checkWork(now)), ...(await checkBackups(config, now))] : []),
      ...checkSettings(config),
      ...(await checkFolder(config)),
      ...(await checkParts(config.baseUrl)),
      ...model.findings,
    ];
    const errors = findings.filter(({ level }) => level === 'error').length;
    const lines = findings.length === 0 ? ['Nothing to mend.'] : findings.map(lineOf);
    if (model.answer !== null) lines.push(`The model ${config.model!.name} answered: ${model.answer}`);
    const text = lines.join('\n');
    const data = { isHealthy: errors === 0, errors, findings, modelAnswer: model.answer };
    return { text, data, hasFailed: errors > 0 };
  },
};
