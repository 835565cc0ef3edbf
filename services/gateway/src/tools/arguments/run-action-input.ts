import { ToolError } from '../../errors/errors.ts';

/** Input of an action, given by its members or as JSON text. */
export function inputIn(input: Record<string, unknown>): Record<string, unknown> {
  const { json, ...others } = input;
  if (typeof json !== 'string' || Object.keys(others).length > 0) return input;
  const value = objectIn(json);
  if (value === undefined) throw new ToolError('input.json must be the JSON text of one object.');
  return value;
}

function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
