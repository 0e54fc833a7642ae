import * as z from 'zod/mini';
import { narrowestScope, savedViewScreens, scopeAudience } from '../../domain/reports/report.ts';
import { ask, type Endpoint, get, post, registered, remove, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE, ZIP_TYPE } from '../exchange.ts';
import { id, oneOf, optionalText, orOther, requiredName } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import * as shapes from './report-shapes.ts';

const NAME_MAX = 60;
/** Servers and proxies commonly accept addresses of this length. */
const QUERY_MAX = 8_000;
const screen = oneOf(savedViewScreens);

/** The query of an address; absent, null and empty mean the screen without choices. */
const query = z.codec(optionalText(QUERY_MAX), z.string(), {
  decode: (value) => value ?? '',
  encode: (value) => value,
});

/** Absent and null fill the window. */
const sizeOrFit = z.codec(z.optional(z.nullable(shapes.pageSize)), z.custom<number | null>(), {
  decode: (value) => value ?? null,
  encode: (value) => value,
});

export const savedView = renamed({
  id: ['id', z.int()],
  screen: ['screen', orOther(screen)],
  name: ['name', z.string()],
  query: ['query', z.string()],
});

/** Lists and figures over many activities, and the views of them that a person saved (docs/product.md, 1; docs/product.md, 4). */
export const reportEndpoints = {
  listAllActivities: ask(
    '/api/get_all_activities',
    'person',
    'Las actividades de toda la empresa, las propias, o lo pendiente de quienes suplo hoy',
    {
      whoFor: (query: shapes.FacetsQuery) => scopeAudience[narrowestScope(query)],
      body: shapes.allActivitiesReport,
      reply: shapes.reportRows,
      page: shapes.reportPage,
    },
  ),
  listAssignedByMe: ask('/api/get_user_assigned_activities', 'readGlobalReports', 'Lo que asigné a otros', {
    body: shapes.assignedReport,
    reply: shapes.reportRows,
    page: shapes.reportPage,
  }),
  countFacets: ask('/api/get_stats_activities', 'person', 'Cuántas actividades hay por valor de cada filtro', {
    whoFor: (query: shapes.FacetsQuery) => scopeAudience[narrowestScope(query)],
    body: shapes.facetsQuery,
    reply: shapes.facets,
  }),
  readCompanyFigures: ask('/api/get_general_activity_stats', 'readGlobalReports', 'Totales de toda la empresa', {
    body: shapes.dateRange,
    reply: shapes.figures,
  }),
  readAssignedFigures: ask('/api/get_user_activity_stats', 'readGlobalReports', 'Totales de lo que asigné a otros', {
    body: shapes.dateRange,
    reply: shapes.figures,
  }),
  readComplianceGroups: ask(
    '/api/get_compliance_groups',
    'readGlobalReports',
    'Cumplimiento de la empresa por departamento y por semana de entrega',
    { body: shapes.dateRange, reply: shapes.complianceGroups },
  ),
  readPunctuality: ask(
    '/api/get_punctuality_stats',
    'readGlobalReports',
    'Puntualidad de lo que vence en un rango de fechas, y cuánto tardan las verificaciones',
    { body: shapes.punctualityQuery, reply: shapes.punctuality },
  ),
  readPeopleLoad: ask(
    '/api/get_people_load',
    'readGlobalReports',
    'Cuánto trabajo tiene cada persona: abierto, con retraso, por vencer y finalizado en el mes',
    { body: shapes.loadQuery, reply: shapes.peopleLoad },
  ),
  readFirstPending: get('/api/first_activity_pending', 'readGlobalReports', 'Desde cuándo hay algo pendiente', {
    reply: shapes.firstPending,
  }),
  exportReport: ask(
    '/api/create_report_activities_f',
    'readGlobalReports',
    'Las actividades de un reporte, filtradas como en pantalla, en un libro de Excel',
    {
      needs: 'request',
      body: shapes.workbookReport,
      reply: workbook,
      file: { name: 'Reporte_Actividades.xlsx', mediaType: WORKBOOK_TYPE },
    },
  ),
  createExpedient: ask(
    '/api/create_expedient',
    'readGlobalReports',
    'El expediente de un reporte: constancia, originales y sellos de cada actividad, con una página que los comprueba sin red',
    { needs: 'request', body: shapes.expedientQuery, reply: z.custom<Blob>(), file: { name: 'Expediente.zip', mediaType: ZIP_TYPE } },
  ),
  listSavedViews: get('/api/get_saved_views', 'person', 'Mis vistas guardadas', { reply: z.array(savedView) }),
  saveView: post('/api/save_view', 'person', 'Guarda una vista; con el nombre de otra de la misma pantalla, la reemplaza', {
    body: renamed({ screen: ['screen', screen], name: ['name', requiredName(NAME_MAX)], query: ['query', query] }),
    reply: registered,
  }),
  saveListSize: post(
    '/api/save_list_size',
    'person',
    'Guarda cuántas filas por página quiero en las listas; sin número, las que quepan en la ventana',
    { body: renamed({ size: ['size', sizeOrFit] }) },
  ),
  removeSavedView: remove('/api/delete_saved_view/:id', 'person', 'Borra una de mis vistas', { params: renamed({ viewId: ['id', id] }) }),
} as const satisfies Record<string, Endpoint>;
