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

/** Records of the kinds that need no other. One after the other, so that their order is always the same. */
export async function seedIndependent(make: Make, companyId: string): Promise<Record<string, string>> {
  const fact = { subjectId: companyId, statement: 'Builds engines.', quote: 'We build engines.' };
  return {
    otherContactId: await make('create_contact', eve),
    otherCompanyId: await make('create_company', { name: 'Other', domain: 'second.example' }),
    tagId: await make('create_tag', { name: 'seeded' }),
    customFieldId: await make('create_custom_field', { key: 'seeded', label: 'Seeded', type: 'text' }),
    factId: await make('create_fact', fact),
    viewId: await make('create_view', { name: 'A view', kind: 'contacts', isShared: true }),
    orderId: await make('create_standing_order', dailyOrder),
    templateId: await make('create_template', { name: 'A template', body: 'Hello {{ firstName }}' }),
    snippetId: await make('create_snippet', { name: 'A snippet', body: 'Kind regards' }),
    fileId: await make('add_file', { fileName: 'hello.txt', content: 'SGVsbG8uCg==' }),
    suppressionId: await make('add_suppression', { value: 'blocked@blocked.example' }),
    profileId: await make('create_target_profile', { name: 'A profile', kind: 'person', criteria }),
    dataSetId: await make('import_data_set', { name: 'Own people', content: ownPeople }),
    providerId: await make('create_provider', localModel),
  };
}
