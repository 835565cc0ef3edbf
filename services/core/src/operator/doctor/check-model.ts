import { cutText } from '@outbound/node-service/text/cut-text';
import { AppError } from '../../errors/errors.ts';
import { createModelWriter } from '../../providers/drafting/model-writer.ts';
import type { Config } from '../../settings/config.ts';
import type { Finding } from './finding.ts';

const answerLengthMax = 200;
const question = {
  system: 'Answer with a JSON object {"answer": string} and nothing else.',
  user: 'Which day of the week follows Monday?',
};

/** Asks the configured model one question. The answer is null without a model, or if it failed. */
export async function checkModel({
  model,
}: Pick<Config, 'model'>): Promise<{ answer: string | null; findings: Finding[] }> {
  if (model === null) return { answer: null, findings: [] };
  try {
    const answer = await createModelWriter(model).write(question);
    return { answer: cutText(answer.replace(/\s+/g, ' ').trim(), answerLengthMax), findings: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const remedy =
      'check MODEL_KIND, MODEL_URL, MODEL_NAME, and MODEL_API_KEY; until then, drafts use the built-in template, and unclear replies are classified by rules only';
    return {
      answer: null,
      findings: [{ level: 'warning', about: 'model', message: withoutStop(error.message), remedy }],
    };
  }
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
