const eve = {
  firstName: 'Eve',
  lastName: 'Moore',
  email: 'eve@other.example',
  emailStatus: 'valid',
  declaredBasis: 'legitimate_interest',
};
const criteria = [{ field: 'title', operator: 'contains', value: 'CTO', weight: 5 }];
/** A model that does not run: only its stored record matters. */
const localModel = { kind: 'ollama', model: 'small' };
const ownPeople = 'E-mail,Name\nown@own.example,Own Person\n';
const dailyOrder = { name: 'An order', every: 'day', does: [{ action: 'list_tags', input: {} }] };

type Make = (name: string, input: Record<string, unknown>) => Promise<string>;

/** Records that do not need each other, created together. */
export async function seedIndependent(make: Make, companyId: string): Promise<Record<string, string>> {
  const fact = { subjectId: companyId, statement: 'Builds engines.', quote: 'We build engines.' };
  const made: Record<string, Promise<string>> = {
    otherContactId: make('create_contact', eve),
    otherCompanyId: make('create_company', { name: 'Other', domain: 'second.example' }),
    tagId: make('create_tag', { name: 'seeded' }),
    customFieldId: make('create_custom_field', { key: 'seeded', label: 'Seeded', type: 'text' }),
    factId: make('create_fact', fact),
    viewId: make('create_view', { name: 'A view', kind: 'contacts', isShared: true }),
    orderId: make('create_standing_order', dailyOrder),
    templateId: make('create_template', { name: 'A template', body: 'Hello {{ firstName }}' }),
    snippetId: make('create_snippet', { name: 'A snippet', body: 'Kind regards' }),
    fileId: make('add_file', { fileName: 'hello.txt', content: 'SGVsbG8uCg==' }),
    suppressionId: make('add_suppression', { value: 'blocked@blocked.example' }),
    profileId: make('create_target_profile', { name: 'A profile', kind: 'person', criteria }),
    dataSetId: make('import_data_set', { name: 'Own people', content: ownPeople }),
    providerId: make('create_provider', localModel),
  };
  const ids = await Promise.all(Object.values(made));
  return Object.fromEntries(Object.keys(made).map((name, index) => [name, ids[index]!]));
}
