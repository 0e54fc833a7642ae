import { openStatuses } from '../../domain/activities/activity.ts';
import { type Forecast, forecastLateness, forecastWeeks } from '../../domain/reports/forecast.ts';
import type { UseCase } from '../use-case.ts';
import { dueSelection, type PunctualityQuery } from './read-figures.ts';

/** Reads how much of a team's work of this week will be late. The past is that of the whole company, so that every team has the same shares. */
export const readForecast: UseCase<Pick<PunctualityQuery, 'isAssigned' | 'departments' | 'assignees'>, Forecast | null> = async (
  context,
) => {
  const { repos, input, today } = context;
  const { past, week } = forecastWeeks(today);
  const [deliveries, due] = await repos.readAll(
    () => repos.activityReports.countDeliveries(dueSelection(past, context)),
    () => repos.activityReports.countUndelivered({ ...dueSelection({ ...input, ...week }, context), statuses: openStatuses }),
  );
  return forecastLateness(deliveries, due);
};
