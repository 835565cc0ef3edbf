type Item = Record<string, unknown>;

/** Records that can be given by name, and the operation that lists them. */
export interface NamedKind {
  noun: string;
  list: string;
  /** Filter that includes every record with this name. Without it, the whole list is read. */
  filter?(name: string): Record<string, unknown>;
  namesOf(item: Item): unknown[];
}

function byName({ name }: Item): unknown[] {
  return [name];
}

/** By the prefix of the IDs. */
export const namedKinds: Readonly<Record<string, NamedKind>> = {
  con: {
    noun: 'contact',
    list: 'list_contacts',
    filter: (name) => (name.includes('@') ? { where: { field: 'email', op: 'eq', value: name } } : { q: name }),
    namesOf: ({ email, fullName }) => [email, fullName],
  },
  com: {
    noun: 'company',
    list: 'list_companies',
    filter: (name) => ({ q: name }),
    namesOf: ({ name, domain }) => [name, domain],
  },
  cmp: { noun: 'campaign', list: 'list_campaigns', filter: (name) => ({ q: name }), namesOf: byName },
  lst: { noun: 'list', list: 'list_lists', namesOf: byName },
  tag: { noun: 'tag', list: 'list_tags', namesOf: byName },
  view: { noun: 'view', list: 'list_views', namesOf: byName },
  tpl: { noun: 'template', list: 'list_templates', namesOf: byName },
  snp: { noun: 'snippet', list: 'list_snippets', namesOf: byName },
  ord: { noun: 'standing order', list: 'list_standing_orders', namesOf: byName },
  pro: { noun: 'target profile', list: 'list_target_profiles', namesOf: byName },
  dst: { noun: 'data set', list: 'list_data_sets', namesOf: byName },
  fld: { noun: 'custom field', list: 'list_custom_fields', namesOf: ({ key, label }) => [key, label] },
  fil: { noun: 'file', list: 'list_files', namesOf: ({ fileName }) => [fileName] },
  mbx: { noun: 'mailbox', list: 'list_mailboxes', namesOf: ({ address }) => [address] },
  usr: { noun: 'member', list: 'list_members', namesOf: ({ name, email }) => [name, email] },
  prv: { noun: 'provider', list: 'list_providers', namesOf: ({ kind }) => [kind] },
  whk: { noun: 'webhook', list: 'list_webhooks', namesOf: ({ url }) => [url] },
};
