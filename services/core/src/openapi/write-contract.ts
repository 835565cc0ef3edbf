import { writeFileSync } from 'node:fs';
import { actions } from '../actions/index.ts';
import { exactDocument, openApiDocument } from './openapi.ts';

// Usage: node write-contract.ts <file> [exact]. Uses the default URL in `servers`, so that the file is the same everywhere.
const file = process.argv[2];
if (file === undefined) throw new Error('usage: write-contract.ts <file>');
const document = process.argv[3] === 'exact' ? exactDocument : openApiDocument;
writeFileSync(file, JSON.stringify(document(actions, 'http://127.0.0.1:3000')));
