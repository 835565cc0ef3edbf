import { hash } from 'node:crypto';

/** State of the steps that a message was queued from. */
export interface ApprovedTexts {
  /** Number of changes made to the campaign's steps at that time. */
  stepsVersion: number;
}

/** 96 bits: enough to distinguish the texts of one campaign. */
const digestLength = 24;

export function shortDigest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, digestLength);
}
