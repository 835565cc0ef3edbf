import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'typebox';
import { canonicalizeValues } from '../../../domain/contacts/canonical-values.ts';
import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import { AppError } from '../../../errors/errors.ts';
import { contactFactProperties, toContactFacts } from '../contact-facts.ts';
import { hasIdentity } from '../contact-rules.ts';

export interface FactsProblem {
  code: string;
  field: string | null;
  /** Says what is wrong without quoting it: problems are kept with the job. */
  message: string;
}

const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false });
addFormats.default(ajv);
const isValid = ajv.compile(Type.Object(contactFactProperties, { additionalProperties: false }));

/** The facts of one item of many, checked by the rules of a single one; a problem instead of an error. */
export function checkFacts(raw: Record<string, unknown>): { facts: ContactFacts } | { problem: FactsProblem } {
  canonicalizeValues(raw);
  if (!isValid(raw)) {
    const [error] = isValid.errors ?? [];
    const field = error?.instancePath.split('/').slice(1).join('.') || null;
    const message = `${field ?? 'The item'} ${error?.message ?? 'is not valid'}.`;
    return { problem: { code: 'validation_failed', field, message } };
  }
  try {
    const facts = toContactFacts(raw as ContactFacts);
    if (facts.externalId || hasIdentity(facts)) return { facts };
    const message = 'It needs email, externalId, or firstName, lastName and companyDomain.';
    return { problem: { code: 'validation_failed', field: 'email', message } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = error.options.field ?? null;
    return { problem: { code: error.code, field, message: `${field ?? 'A field'} is not valid.` } };
  }
}
