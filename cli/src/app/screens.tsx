import type { ReactNode } from 'react';
import { ImportWizard } from '../views/import/import-wizard.tsx';
import { Menu } from '../views/menu.tsx';
import { Activity } from '../views/reports/activity.tsx';
import { Report } from '../views/reports/report.tsx';
import type { ReportName } from '../views/reports/reports-known.ts';

/** Every screen there is to open from another. */
export type Screen = { name: 'menu' } | { name: 'import' } | { name: 'report'; report: ReportName } | { name: 'activity'; id: number };

const drawings: { [Name in Screen['name']]: (screen: Extract<Screen, { name: Name }>) => ReactNode } = {
  menu: () => <Menu />,
  import: () => <ImportWizard />,
  report: ({ report }) => <Report report={report} />,
  activity: ({ id }) => <Activity id={id} />,
};

export const drawn = (screen: Screen): ReactNode => (drawings[screen.name] as (screen: Screen) => ReactNode)(screen);
