import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'typebox';
import { canonicalizeValues } from '../../../domain/contacts/canonical-values.ts';
import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import type { RowNote } from '../../../domain/contacts/imports/contact-row.ts';
import { AppError } from '../../../errors/errors.ts';
import { contactFactProperties, toContactFacts } from '../contact-facts.ts';
import { hasIdentity } from '../contact-rules.ts';

export interface FactsProblem {
  code: string;
  field: string | null;
  /** Describes the problem without quoting the value, because problems are stored with the job. */
  message: string;
}

const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false });
addFormats.default(ajv);
const isValid = ajv.compile(Type.Object(contactFactProperties, { additionalProperties: false }));

/** True for the fields that identify the person. Without them, a row would match someone else, or no one. */
function isEssential(name: string, raw: Record<string, unknown>): boolean {
  return name === 'email' || (name === 'externalId' && raw.email === undefined);
}

/**
 * Facts of one item in a batch, checked by the rules for a single contact. Returns a problem instead of throwing. With
 * `notes`, as for a row of a file, an invalid value is skipped and noted, unless it identifies the person.
 */
export function checkFacts(
  raw: Record<string, unknown>,
  notes?: RowNote[],
): { facts: ContactFacts } | { problem: FactsProblem } {
  canonicalizeValues(raw);
  for (;;) {
    const checked = checkOnce(raw);
    if ('facts' in checked) return checked;
    const { field, message } = checked.problem;
    const [name = ''] = field?.split('.') ?? [];
    if (notes === undefined || isEssential(name, raw) || !(name in raw)) return checked;
    leaveOut(raw, field!);
    notes.push({ code: 'cell_left_out', field: field!, message: `The cell is left out: ${message}` });
  }
}

/** Removes only the invalid element of a list or an object. */
function leaveOut(raw: Record<string, unknown>, field: string): void {
  const [name, member] = field.split('.') as [string, string | undefined];
  const value = raw[name];
  if (member !== undefined && Array.isArray(value)) value.splice(Number(member), 1);
  else if (member !== undefined && value !== null && typeof value === 'object' && member in value)
    delete (value as Record<string, unknown>)[member];
  else delete raw[name];
}

function checkOnce(raw: Record<string, unknown>): { facts: ContactFacts } | { problem: FactsProblem } {
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
    return { problem: { code: 'validation_failed', field: null, message } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = error.options.field ?? null;
    return { problem: { code: error.code, field, message: `${field ?? 'A field'} is not valid.` } };
  }
}
