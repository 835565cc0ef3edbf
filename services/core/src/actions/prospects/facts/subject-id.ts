import { Id } from '../../../schema/schema.ts';

export const SubjectId = Id(['con', 'com'], 'Contact (con_…) or company (com_…).');
