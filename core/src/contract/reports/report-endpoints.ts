import * as z from 'zod/mini';
import { narrowestScope, savedViewScreens, scopeAudience } from '../../domain/reports/report.ts';
import { validation } from '../../messages/validation.ts';
import { confirmation, type Endpoint, registered, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE } from '../exchange.ts';
import { id, optionalText, orOther, requiredName, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import {
  allActivitiesReport,
  assignedReport,
  complianceGroups,
  dateRange,
  type FacetsQuery,
  facets,
  facetsQuery,
  figures,
  firstPending,
  loadQuery,
  pageSize,
  peopleLoad,
  punctuality,
  punctualityQuery,
  reportPage,
  reportRows,
  workbookReport,
} from './report-shapes.ts';

const NAME_MAX = 60;
/** Servers and proxies commonly accept addresses of this length. */
const QUERY_MAX = 8_000;
const screen = z.enum(savedViewScreens, { error: typeError(validation.notAnOption(savedViewScreens.join(', '))) });

/** The query of an address; absent, null and empty mean the screen without choices. */
const query = z.codec(optionalText(QUERY_MAX), z.string(), {
  decode: (given) => given ?? '',
  encode: (given) => given,
});

/** Absent and null fill the window. */
const sizeOrFit = z.codec(z.optional(z.nullable(pageSize)), z.custom<number | null>(), {
  decode: (given) => given ?? null,
  encode: (given) => given,
});

export const savedView = renamed({
  id: ['id', z.int()],
  screen: ['screen', orOther(screen)],
  name: ['name', z.string()],
  query: ['query', z.string()],
});

/** Lists and figures over many activities, and the views of them that a person saved (docs/product.md, 1; docs/product.md, 4). */
export const reportEndpoints = {
  listAllActivities: {
    method: 'POST',
    path: '/api/get_all_activities',
    who: 'person',
    whoFor: (query: FacetsQuery) => scopeAudience[narrowestScope(query)],
    effect: 'reads',
    summary: 'Las actividades de toda la empresa, las propias, o lo pendiente de quienes suplo hoy',
    body: allActivitiesReport,
    reply: reportRows,
    page: reportPage,
  },
  listAssignedByMe: {
    method: 'POST',
    path: '/api/get_user_assigned_activities',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Lo que asigné a otros',
    body: assignedReport,
    reply: reportRows,
    page: reportPage,
  },
  countFacets: {
    method: 'POST',
    path: '/api/get_stats_activities',
    who: 'person',
    whoFor: (query: FacetsQuery) => scopeAudience[narrowestScope(query)],
    effect: 'reads',
    summary: 'Cuántas actividades hay por valor de cada filtro',
    body: facetsQuery,
    reply: facets,
  },
  readCompanyFigures: {
    method: 'POST',
    path: '/api/get_general_activity_stats',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Totales de toda la empresa',
    body: dateRange,
    reply: figures,
  },
  readAssignedFigures: {
    method: 'POST',
    path: '/api/get_user_activity_stats',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Totales de lo que asigné a otros',
    body: dateRange,
    reply: figures,
  },
  readComplianceGroups: {
    method: 'POST',
    path: '/api/get_compliance_groups',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Cumplimiento de la empresa por departamento y por semana de entrega',
    body: dateRange,
    reply: complianceGroups,
  },
  readPunctuality: {
    method: 'POST',
    path: '/api/get_punctuality_stats',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Puntualidad de lo que vence en un rango de fechas, y cuánto tardan las verificaciones',
    body: punctualityQuery,
    reply: punctuality,
  },
  readPeopleLoad: {
    method: 'POST',
    path: '/api/get_people_load',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Cuánto trabajo tiene cada persona: abierto, con retraso, por vencer y finalizado en el mes',
    body: loadQuery,
    reply: peopleLoad,
  },
  readFirstPending: {
    method: 'GET',
    path: '/api/first_activity_pending',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Desde cuándo hay algo pendiente',
    reply: firstPending,
  },
  exportReport: {
    method: 'POST',
    path: '/api/create_report_activities_f',
    who: 'readGlobalReports',
    effect: 'reads',
    needs: 'request',
    summary: 'Las actividades de un reporte, filtradas como en pantalla, en un libro de Excel',
    body: workbookReport,
    reply: workbook,
    file: { name: 'Reporte_Actividades.xlsx', mediaType: WORKBOOK_TYPE },
  },
  listSavedViews: {
    method: 'GET',
    path: '/api/get_saved_views',
    who: 'person',
    effect: 'reads',
    summary: 'Mis vistas guardadas',
    reply: z.array(savedView),
  },
  saveView: {
    method: 'POST',
    path: '/api/save_view',
    who: 'person',
    effect: 'writes',
    summary: 'Guarda una vista; con el nombre de otra de la misma pantalla, la reemplaza',
    body: renamed({ screen: ['screen', screen], name: ['name', requiredName(NAME_MAX)], query: ['query', query] }),
    reply: registered,
  },
  saveListSize: {
    method: 'POST',
    path: '/api/save_list_size',
    who: 'person',
    effect: 'writes',
    summary: 'Guarda cuántas filas por página quiero en las listas; sin número, las que quepan en la ventana',
    body: renamed({ size: ['size', sizeOrFit] }),
    reply: confirmation,
  },
  removeSavedView: {
    method: 'DELETE',
    path: '/api/delete_saved_view/:id',
    who: 'person',
    effect: 'writes',
    summary: 'Borra una de mis vistas',
    params: renamed({ viewId: ['id', id] }),
    reply: confirmation,
  },
} as const satisfies Record<string, Endpoint>;
