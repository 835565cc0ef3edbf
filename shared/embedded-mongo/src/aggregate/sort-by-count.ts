import { groupStage } from './group.ts';
import type { StageFactory } from './stage.ts';
import { sortStage } from './stages.ts';

export const sortByCountStage: StageFactory = (operand, context, name) => {
  const group = groupStage({ _id: operand, count: { $sum: 1 } }, context, name);
  const sort = sortStage({ count: -1 }, context, name);
  return (source) => sort(group(source));
};
