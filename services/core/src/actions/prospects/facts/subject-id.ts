import { Type } from 'typebox';

export const SubjectId = Type.String({
  pattern: '^(con|com)_[0-9A-HJKMNP-TV-Z]{26}$',
  maxLength: 40,
  description: 'Contact (con_…) or company (com_…).',
});
