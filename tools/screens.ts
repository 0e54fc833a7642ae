import type { Page } from 'playwright-core';
import { sheetOf } from '../api/test/sheets/workbooks.ts';
import { localDay } from '../core/src/domain/calendar.ts';
import { companyRows, companySheet } from '../e2e/company-sheet.ts';

/** Who looks; nobody is logged in where it is null. `newcomer` has nothing to do yet. */
export type Viewer = 'manager' | 'employee' | 'newcomer' | null;
export interface PictureScreen {
  who: Viewer;
  show: (page: Page) => Promise<unknown>;
}
type PictureStep = (page: Page) => Promise<unknown>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const at =
  (path: string, ...steps: PictureStep[]): PictureStep =>
  async (page) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const step of steps) await step(page);
  };
const inSight = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first();
const press =
  (name: string | RegExp): PictureStep =>
  (page) =>
    inSight(page, name).click();
/** An act of a consult page; a phone keeps all but the first behind one button. */
const act =
  (name: string): PictureStep =>
  async (page) => {
    if ((await inSight(page, name).count()) === 0) await press('Más acciones')(page);
    await press(name)(page);
  };
/** Opens the first activity on the list whose words are these; any, without words. */
const consultOne =
  (words = ''): PictureStep =>
  async (page) => {
    if (words) await page.getByPlaceholder('Buscar actividad').fill(words);
    if (words) await page.getByRole('row').nth(2).waitFor({ state: 'detached' }); // the headings and the one that is looked for
    // A phone has rows of an agenda, whose title is the link.
    const row = page
      .locator('tr, li')
      .filter({ has: page.locator('[data-row-link]'), hasText: words })
      .first();
    await row.locator('[data-row-link]').first().click();
    await page.locator('.consult-folio').waitFor();
  };
const consult = (list: string, words: string, ...steps: PictureStep[]) => at(list, consultOne(words), ...steps);
const toHeading =
  (name: string): PictureStep =>
  (page) =>
    page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));

/** The rows of a person come after the name. */
const withRows: PictureStep = (page) => page.getByRole('button', { name: /^Recordar/ }).waitFor();

/** The numbers of the chips come after the rows. */
const counted: PictureStep = (page) => page.locator('.urgency-count').filter({ hasText: /\d/ }).first().waitFor();

async function choose(page: Page, label: string, option: string) {
  await page.locator('.select', { has: page.getByRole('combobox', { name: label }) }).click();
  await page.getByRole('option', { name: option }).first().click();
}

const fillIn: PictureStep = async (page) => {
  await choose(page, 'Tema', 'Producción de la línea 1');
  await page.getByLabel('Descripcion de Actividad').fill('Revisar el sello de las tapas en el turno de noche');
  await page.getByPlaceholder('dd/mm/aaaa').fill('18/12/2030');
  await page.keyboard.press('Tab');
  await page.getByRole('radio', { name: 'Sí' }).check();
  await choose(page, 'Lapso de Repetición', 'Mensual');
};

const choosePeople: PictureStep = async (page) => {
  await choose(page, 'Tema', 'Mejora continua');
  await page.getByText('Selecciona uno o varios responsables').click();
  for (const name of ['Héctor', 'Lorena']) await page.getByRole('option', { name }).click();
};

/** Opens the load of the person whose name stands last on the list. */
const openLoad: PictureStep = async (page) => {
  await page.locator('a[href^="/Person_Load/"]').last().click();
  await page.getByRole('heading', { name: 'Lo más urgente' }).waitFor();
};

const lookFor =
  (words: string): PictureStep =>
  async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar y navegar' }).fill(words);
    await page.getByText('Actividades', { exact: true }).last().waitFor();
  };

/** A workbook with one person in order, a manager, and somebody with three mistakes. */
const dryRunImport =
  (isRight: boolean): PictureStep =>
  async (page) => {
    const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
    const amalia = ['20101', 'Amalia', 'Ruiz Peña', 'amalia.ruiz@demo.mx', 'Analista', 'Calidad', 'Analista de laboratorio'];
    const iker = ['20102', 'Iker', 'Sáenz Niño', 'iker.saenz@demo.mx', 'Gerencia', 'Ventas', 'GERENTE DE ZONA'];
    const rita = ['20101', 'Rita', '', 'rita.demo.mx', 'Analista', 'Ventas', 'Promotora'];
    const buffer = await sheetOf([headings, amalia, iker, ...(isRight ? [] : [rita])]);
    await page.getByLabel('Hoja de cálculo').setInputFiles({ name: 'personas.xlsx', mimeType: XLSX, buffer });
    await press('Revisar')(page);
    await page.getByText(/ por corregir$| para registrarse$/).waitFor();
  };

/** The columns of a list as an office keeps it. */
const readColumns: PictureStep = async (page) => {
  const buffer = await companySheet(companyRows(localDay('America/Mexico_City', new Date()), 48));
  await page.getByLabel('Hoja de cálculo').setInputFiles({ name: 'plan anual.xlsx', mimeType: XLSX, buffer });
  await press('Continuar')(page);
  await page.getByRole('heading', { name: 'Confirma qué dice cada columna' }).waitFor();
};

const handOver: PictureStep = async (page) => {
  await page.getByPlaceholder('Buscar por nombre, número o correo').fill('Muñoz Peña');
  await press(/^Desactivar a José Ángel/)(page);
  await press('Sí, desactivar')(page);
  await page.getByRole('combobox', { name: 'Se hará cargo' }).waitFor();
};

/** Every screen of the product and its notable dialogs, by the name of their pictures. */
export const screens: Record<string, PictureScreen> = {
  login: { who: null, show: at('/') },
  'login-reset': { who: null, show: at('/', press('¿Olvidaste tu contraseña?')) },
  'login-token': { who: null, show: at('/', press('¿Olvidaste tu contraseña?'), press('Ya tengo un token')) },

  home: { who: 'manager', show: at('/Home') },
  'home-charts': { who: 'manager', show: at('/Home', toHeading('Cumplimiento de la empresa')) },
  'home-employee': { who: 'employee', show: at('/Home') },
  'home-newcomer': { who: 'newcomer', show: at('/Home') },
  menu: { who: 'manager', show: at('/Home', press(/^(Abrir|Reducir) menú$/)) },
  tour: { who: 'manager', show: at('/Home', press(/Ver recorrido$/), press('Siguiente'), press('Siguiente')) },
  palette: { who: 'manager', show: at('/Home', lookFor('línea')) },

  profile: { who: 'employee', show: at('/Edit_Profile') },
  'profile-notices': { who: 'employee', show: at('/Edit_Profile#avisos') },
  'profile-token': { who: 'employee', show: at('/Edit_Profile#conexiones', press('Crear token')) },

  users: { who: 'manager', show: at('/Admin_Users') },
  'users-register': { who: 'manager', show: at('/Admin_Users', press('Registrar usuario')) },
  'users-import': { who: 'manager', show: at('/Admin_Users', press('Carga masiva'), dryRunImport(true)) },
  'users-import-mistakes': { who: 'manager', show: at('/Admin_Users', press('Carga masiva'), dryRunImport(false)) },
  'users-hand-over': { who: 'manager', show: at('/Admin_Users', handOver) },
  topics: { who: 'manager', show: at('/Admin_Projects') },
  'topics-register': { who: 'manager', show: at('/Admin_Projects', press('Registrar tema')) },
  'topic-assignments': { who: 'manager', show: at('/Admin_Assign_Projects') },
  'topic-assign': { who: 'manager', show: at('/Admin_Assign_Projects', press('Asignar tema')) },
  'admin-notices': { who: 'manager', show: at('/Admin_Notices') },
  holidays: { who: 'manager', show: at('/Admin_Holidays') },
  'admin-history': { who: 'manager', show: at('/Admin_History') },
  webhooks: { who: 'manager', show: at('/Admin_Webhooks') },
  'server-status': { who: 'manager', show: at('/Admin_Status') },
  'assign-activity': { who: 'manager', show: at('/Admin_Assign_Activities') },

  'assign-people': { who: 'manager', show: at('/Admin_Assign_Activities', choosePeople) },
  'import-columns': { who: 'manager', show: at('/Admin_Import_Activities', readColumns) },
  'person-load': { who: 'manager', show: at('/Report_All_Activities_P', openLoad) },
  punctuality: { who: 'manager', show: at('/Report_Punctuality') },
  notifications: { who: 'employee', show: at('/Notifications') },

  'assigned-report': { who: 'manager', show: at('/Report_Activities_Assigned') },
  'pending-report': { who: 'manager', show: at('/Report_All_Activities_P', counted) },
  'pending-filters': { who: 'manager', show: at('/Report_All_Activities_P', press('Filtros')) },
  'pending-views': { who: 'manager', show: at('/Report_All_Activities_P', press('Vistas')) },
  'finished-report': { who: 'manager', show: at('/Report_All_Activities_C') },
  inbox: { who: 'manager', show: at('/Verify_Inbox') },
  'stand-up': { who: 'manager', show: at('/Stand_Up', press(/^Empezar/), withRows) },

  'new-activity': { who: 'employee', show: at('/Record_new_activity') },
  'new-activity-filled': { who: 'employee', show: at('/Record_new_activity', fillIn) },
  'my-activities': { who: 'employee', show: at('/My_Activities') },
  'my-activities-newcomer': { who: 'newcomer', show: at('/My_Activities') },
  'my-history': { who: 'employee', show: at('/My_Historial_Activities') },
  'my-history-newcomer': { who: 'newcomer', show: at('/My_Historial_Activities') },

  consult: { who: 'employee', show: consult('/My_Activities', 'codificado') },
  'consult-evidence': { who: 'employee', show: consult('/My_Activities', 'codificado', toHeading('Evidencias')) },
  'consult-resolution': { who: 'employee', show: consult('/My_Activities', 'codificado', act('Marcar completado de actividad')) },
  'consult-comment': { who: 'employee', show: consult('/My_Activities', 'codificado', act('Agregar Comentario')) },
  'consult-evidences': { who: 'employee', show: consult('/My_Activities', 'codificado', act('Agregar Evidencias')) },
  'consult-assigned': { who: 'manager', show: consult('/Report_Activities_Assigned', 'comparativo de rendimiento') },
  'consult-reject': { who: 'manager', show: consult('/Report_Activities_Assigned', 'comparativo de rendimiento', act('Rechazar')) },
  'consult-extension': { who: 'manager', show: consult('/Report_Activities_Assigned', 'merma de frasco', act('Extender fecha')) },
  'consult-cancel': { who: 'manager', show: consult('/Report_Activities_Assigned', 'merma de frasco', act('Cancelar Actividad')) },
  'consult-finished': { who: 'employee', show: at('/My_Historial_Activities', consultOne()) },

  'unknown-page': { who: 'employee', show: at('/No_existe') },
};
