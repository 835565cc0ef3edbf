import type { AnyAction, AnyReadAction } from '../../actions/definition/define-action.ts';
import { isRead, pathParametersOf } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';

type Data = Record<string, unknown>;

/** A kind of record shown on pages: its paths and its operations. */
export interface RecordType {
  /** Prefix of its IDs. */
  prefix: string;
  idField: string;
  noun: string;
  /** Path of its list. A record's own page, if it has one, is below that. */
  path: string;
  hasPage: boolean;
  label: (data: Data) => string;
  /** Operation that reads one record. Absent if records are shown only in the list. */
  get?: string;
}

function named(field: string): RecordType['label'] {
  return (data) => String(data[field] || 'without a name');
}
function contactName({ fullName, email }: Data): string {
  return String(fullName || email || 'a contact without a name');
}
function domainOf({ name, domain }: Data): string {
  return String(name || domain || 'a company without a name');
}

function type(
  [prefix, idField, noun, path]: [string, string, string, string],
  label: RecordType['label'],
  get?: string,
): RecordType {
  return { prefix, idField, noun, path: `/app/${path}`, label, get, hasPage: get !== undefined };
}

export const recordTypes: readonly RecordType[] = [
  type(['con', 'contactId', 'contact', 'contacts'], contactName, 'get_contact'),
  type(['com', 'companyId', 'company', 'companies'], domainOf, 'get_company'),
  type(['cmp', 'campaignId', 'campaign', 'campaigns'], named('name'), 'get_campaign'),
  type(['rpl', 'replyId', 'reply', 'replies'], named('fromAddress'), 'get_reply'),
  type(['msg', 'messageId', 'message', 'messages'], named('subject'), 'get_message'),
  type(['enr', 'enrollmentId', 'enrollment', 'enrollments'], () => 'an enrollment', 'get_enrollment'),
  type(['tsk', 'taskId', 'task', 'tasks'], named('title'), 'get_task'),
  type(['lst', 'listId', 'list', 'lists'], named('name'), 'get_list'),
  type(['tag', 'tagId', 'tag', 'tags'], named('name'), 'get_tag'),
  type(['fct', 'factId', 'fact', 'facts'], named('statement')),
  type(['view', 'viewId', 'view', 'views'], named('name')),
  type(['ord', 'orderId', 'standing order', 'agents'], named('name')),
  type(['mbx', 'mailboxId', 'mailbox', 'mailboxes'], named('address'), 'get_mailbox'),
  type(['pro', 'profileId', 'target profile', 'scoring'], named('name'), 'get_target_profile'),
  type(['whk', 'webhookId', 'webhook endpoint', 'webhooks'], named('url'), 'get_webhook'),
  type(['job', 'jobId', 'job', 'jobs'], named('title'), 'get_job'),
  type(['apr', 'approvalId', 'approval', 'approvals'], named('summary'), 'get_approval'),
  type(['sup', 'suppressionId', 'suppression entry', 'suppression'], named('value'), 'get_suppression'),
  type(['usr', 'userId', 'member', 'members'], named('name')),
  type(['fil', 'fileId', 'file', 'files'], named('fileName')),
  type(['tpl', 'templateId', 'template', 'templates'], named('name')),
  type(['snp', 'snippetId', 'snippet', 'snippets'], named('name')),
  type(['dst', 'dataSetId', 'data set', 'data-sets'], named('name')),
  type(['prv', 'providerId', 'provider', 'settings/providers'], named('kind')),
  type(['chs', 'changeSetId', 'bulk change', 'settings/trash'], named('title')),
  // A deleted record keeps its own ID, so no ID begins with this prefix.
  type(['trs', 'deletedId', 'deleted record', 'settings/deleted'], named('label')),
  type(['dlv', 'deliveryId', 'delivery', 'webhooks'], named('eventType')),
];

export function actionNamed(name: string): AnyAction | undefined {
  return actions.find((one) => one.name === name);
}

export function readNamed(name: string): AnyReadAction {
  return actionNamed(name) as AnyReadAction;
}

export function typeOfField(idField: string): RecordType | undefined {
  return recordTypes.find((one) => one.idField === idField || `${one.idField}s` === idField);
}

export function typeOfId(id: string): RecordType | undefined {
  return recordTypes.find(({ prefix }) => id.startsWith(`${prefix}_`));
}

export function pageOfId(id: string): string | undefined {
  const found = typeOfId(id);
  return found?.hasPage ? `${found.path}/${id}` : undefined;
}

/** The operations that change one or several records of this type. */
export function operationsOn({ idField }: RecordType): AnyAction[] {
  return actions.filter((action) => !isRead(action) && takes(action, idField));
}

function takes(action: AnyAction, idField: string): boolean {
  return pathParametersOf(action).at(0) === idField || Object.hasOwn(action.input.properties, `${idField}s`);
}
