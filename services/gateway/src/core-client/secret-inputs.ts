import type { JsonSchema } from './operation-schemas.ts';

/** An input schema without its secrets (`writeOnly`), and their paths. No model is ever asked for a secret. */
export function withoutSecrets(schema: JsonSchema): { schema: JsonSchema; secrets: string[] } {
  const secrets: string[] = [];
  const strip = (part: JsonSchema, at: string): JsonSchema => {
    if (!isSchema(part.properties)) return part;
    const kept = Object.entries(part.properties).filter(([name, member]) => {
      const isSecret = (member as JsonSchema).writeOnly === true;
      if (isSecret) secrets.push(`${at}${name}`);
      return !isSecret;
    });
    const properties = kept.map(([name, member]) => [name, strip(member as JsonSchema, `${at}${name}.`)]);
    const isKept = (name: string) => kept.some(([other]) => other === name);
    const required = ((part.required as string[] | undefined) ?? []).filter(isKept);
    return { ...part, properties: Object.fromEntries(properties), ...(part.required !== undefined && { required }) };
  };
  return { schema: strip(schema, ''), secrets };
}

/** True if the result contains a secret (format `password`). */
export function showsSecret(schema: JsonSchema): boolean {
  return Object.values((schema.properties ?? {}) as Record<string, JsonSchema>).some(
    (member) => member.format === 'password',
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
