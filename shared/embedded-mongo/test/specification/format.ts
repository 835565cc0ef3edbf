/** The subset of the driver specifications' unified test format that is used here. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = Record<string, Json>;

export interface Requirement {
  minServerVersion?: string;
  maxServerVersion?: string;
  topologies?: string[];
}

export interface Operation {
  name: string;
  object: string;
  arguments?: Fields;
  expectResult?: Json;
  expectError?: Fields;
  saveResultAsEntity?: string;
  ignoreResultAndError?: boolean;
}

export interface CollectionData {
  collectionName: string;
  databaseName: string;
  documents: Fields[];
}

export interface Case {
  description: string;
  runOnRequirements?: Requirement[];
  operations: Operation[];
  outcome?: CollectionData[];
  skipReason?: string;
}

export interface Specification {
  description: string;
  runOnRequirements?: Requirement[];
  createEntities?: Fields[];
  initialData?: CollectionData[];
  tests: Case[];
}

const serverVersion = [8, 0, 0];
const topology = 'replicaset';

function compareVersions(text: string): number {
  const parts = text.split('.').map(Number);
  for (const [at, own] of serverVersion.entries()) {
    const difference = own - (parts[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isMet(requirement: Requirement): boolean {
  if (requirement.minServerVersion && compareVersions(requirement.minServerVersion) < 0) return false;
  if (requirement.maxServerVersion && compareVersions(requirement.maxServerVersion) > 0) return false;
  return !requirement.topologies || requirement.topologies.includes(topology);
}

function replacesNullIds({ description }: Case): boolean {
  return /^inserting _id with type null via (insertOne|insertMany|bulkWrite|clientBulkWrite)$/.test(description);
}

function readsFromSecondaries(specification: Specification, test: Case): boolean {
  const created = test.operations.flatMap((operation) => (operation.arguments?.entities ?? []) as Fields[]);
  const entities = [...(specification.createEntities ?? []), ...created];
  const options = entities.map((entity) => (entity.client as Fields | undefined)?.uriOptions);
  return options?.some((each) => (each as Fields | undefined)?.readPreference === 'secondary') === true;
}

/** Reason why a case cannot run against this server. Undefined if it can. */
export function inapplicability(specification: Specification, test: Case): string | undefined {
  for (const requirements of [specification.runOnRequirements, test.runOnRequirements]) {
    if (requirements && !requirements.some(isMet)) return `for other servers: ${JSON.stringify(requirements)}`;
  }
  if (replacesNullIds(test)) return 'the driver itself replaces an _id of null';
  if (readsFromSecondaries(specification, test)) return 'needs a secondary to read from';
  return test.skipReason;
}
