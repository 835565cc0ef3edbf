import { enrollmentQueries } from '../../../store/campaigns/enrollment-model.ts';
import { defineQuery, viewQuery } from '../../definition/define-query.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const enrollmentQuery = viewQuery('enrollment', EnrollmentView, []);

export const queryEnrollments = defineQuery({
  noun: 'enrollment',
  name: 'query_enrollments',
  title: 'Query enrollments',
  summary: 'Find enrollments by any combination of conditions.',
  path: '/enrollments/query',
  scope: 'campaigns:read',
  view: EnrollmentView,
  queries: enrollmentQueries,
  defaultSort: '-createdAt',
  ...enrollmentQuery,
  example: { where: { field: 'state', op: 'eq', value: 'paused' } },

  async toViews(records) {
    return records.map(toEnrollmentView);
  },
});
