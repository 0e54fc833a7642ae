import type { AdminFacts } from '../../domain/people/admin-act.ts';
import { recordAdminAct } from '../admin/record-admin-act.ts';
import type { UseCase } from '../use-case.ts';

export interface Exported {
  report: 'activities' | 'assignedActivities' | 'adminHistory';
  /** What the report was asked for; what is empty is left out. */
  asked: Readonly<Record<string, unknown>>;
}

const isFact = (value: unknown): value is AdminFacts[string] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || (Array.isArray(value) && value.length > 0);

/** Somebody downloads a report as a workbook. */
export const recordExport: UseCase<Exported, void> = async (context) => {
  const { report, asked } = context.input;
  const facts = Object.fromEntries(Object.entries(asked).filter(([, value]) => isFact(value))) as AdminFacts;
  await recordAdminAct(context, { act: 'report.export', subject: { kind: 'report', id: report }, after: facts });
};
