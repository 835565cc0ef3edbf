import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

/** Revision of the protocol without sessions. */
export const currentRevision = '2026-07-28';
/** Revisions before it, latest first. */
export const supportedRevisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;
