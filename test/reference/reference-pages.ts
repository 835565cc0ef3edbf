import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage } from './cli.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { metricsIn, metricsPage } from './metrics.ts';
import { personalDataPage } from './personal-data.ts';
import { configurationPage, mergedSettings, settingsIn } from './settings.ts';
import { productSources } from './source-text.ts';

/** Generated pages of docs/reference, by path. */
export async function referencePages(root: string): Promise<Record<string, string>> {
  const sources = productSources(root);
  const contract = JSON.parse(readFileSync(join(root, 'shared/contract/openapi.json'), 'utf8'));
  return {
    'docs/reference/configuration.md': configurationPage(mergedSettings(sources.flatMap(settingsIn))),
    'docs/reference/command-line.md': await cliPage(),
    'docs/reference/metrics.md': metricsPage(sources.flatMap(metricsIn)),
    'docs/reference/events.md': eventsPage(contract),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/personal-data.md': personalDataPage(),
  };
}
