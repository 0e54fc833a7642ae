import { scopeAudience } from '../domain/policy.ts';
import { scopeOf } from '../domain/report.ts';
import type { Endpoint } from './endpoint.ts';
import {
  allActivitiesReport,
  assignedReport,
  dateRange,
  type FacetsQuery,
  facets,
  facetsQuery,
  figures,
  firstPending,
  reportPage,
  reportRows,
} from './report.ts';

/** Lists and figures over many activities (specification, section 7; decisions, section 4). */
export const reportEndpoints = {
  getAllActivities: {
    method: 'POST',
    path: '/api/get_all_activities',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Las actividades de toda la empresa',
    body: allActivitiesReport,
    reply: reportRows,
    page: reportPage,
  },
  getUserAssignedActivities: {
    method: 'POST',
    path: '/api/get_user_assigned_activities',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Lo que asigné a otros',
    body: assignedReport,
    reply: reportRows,
    page: reportPage,
  },
  getStatsActivities: {
    method: 'POST',
    path: '/api/get_stats_activities',
    who: 'person',
    whoFor: (query: FacetsQuery) => scopeAudience[scopeOf(query)],
    effect: 'reads',
    summary: 'Cuántas actividades hay por valor de cada filtro',
    body: facetsQuery,
    reply: facets,
  },
  getGeneralActivityStats: {
    method: 'POST',
    path: '/api/get_general_activity_stats',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Totales de toda la empresa',
    body: dateRange,
    reply: figures,
  },
  getUserActivityStats: {
    method: 'POST',
    path: '/api/get_user_activity_stats',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Totales de lo que asigné a otros',
    body: dateRange,
    reply: figures,
  },
  firstActivityPending: {
    method: 'GET',
    path: '/api/first_activity_pending',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Desde cuándo hay algo pendiente',
    reply: firstPending,
  },
} as const satisfies Record<string, Endpoint>;
