import type { SheetColumn } from '../../domain/people/user-import.ts';

/* The headings of lists of people: of payroll and HR products (NOI, CONTPAQi, Workday, Google, Microsoft 365, BambooHR) and of offices. Blanks,
 * signs, 'de' and what stands in parentheses do not count; 'trabajador', 'nómina', 'Employee' and their kind are 'empleado', 'Núm.' is 'número'. */
const list = (words: string) => words.split(', ');

/** Further headings of a column, besides the words of the forms and the names of the wire. */
export const alsoCalled: Readonly<Record<SheetColumn, readonly string[]>> = {
  employeeNumber: list(
    'Clave de empleado, Código de empleado, ID de empleado, Employee ID, Employee number, Matrícula, Legajo, Person number',
  ),
  firstName: list('name, Nombres, First name, Given name, Primer nombre, Nome, Legal first name, Nombre nombres'),
  secondName: list('Segundo nombre, Middle name, Otros nombres'),
  lastName: list(
    'Apellido, Apellido paterno, Primer apellido, Ap. paterno, A. paterno, Paterno, Last name, Surname, Family name, Sobrenome, Legal last name, Apellido 1, Nombre paterno',
  ),
  secondLastName: list(
    'Apellido materno, Segundo apellido, Ap. materno, A. materno, Materno, Second last name, Apellido 2, Nombre materno',
  ),
  fullName: list(
    'Nombre completo, Nombre del empleado, Empleado, Full name, Display name, Employee name, Nome completo, Nombre y apellidos',
  ),
  email: list(
    'Correo, Email, Mail, Email address, Correo institucional, Correo de la empresa, Correo empresarial, Correo corporativo, Correo laboral, Correo del empleado, Correo de trabajo, Correo electrónico institucional, Correo electrónico corporativo, Dirección de correo electrónico, Work email, Work email address, Business email, Company email, Primary email, Email - Primary Work, Email corporativo, Email institucional, Email laboral',
  ),
  level: list('Level, Nivel jerárquico'),
  department: list('Depto, Dpto, Dept, Nombre del departamento'),
  position: list('Job title, Business title, Employee title, Nombre del puesto, Puesto de trabajo, Descripción del puesto'),
  alias: [],
  phone: list('Teléfono, Tel, Telefone'),
  manager: list('Jefe, Jefe directo, Jefa, Boss, Reporta a, Jefe inmediato, Correo del jefe, Número del jefe, Manager email, Manager ID'),
  standing: list(
    'Estatus, Status, Estado, Situación, Situação, Estatus laboral, Estatus del empleado, Employment status, Account enabled, Activo, Active, Ativo',
  ),
  leftOn: list('Fecha de baja, Fecha de egreso, Termination date, Data de demissão'),
  taxId: list('RFC, CURP'),
};

/** Headings that count where no surer one stands, in this order. */
export const orElseCalled: Partial<typeof alsoCalled> = {
  employeeNumber: list('Número, Clave, Código, ID, Ficha, User ID'),
  email: list('User principal name, Correo personal, Personal email, Home email'),
  department: list(
    'Área, Setor, Sector, Gerencia, Division, Unidad, Supervisory organization, Org unit, Centro de costos, Cost center, Org unit path',
  ),
  position: list('Cargo, Função, Función, Ocupación, Ocupação, Job, Job profile, Title'),
  phone: list('Celular, Móvil, Teléfono celular, Teléfono móvil, Mobile phone, Phone number, Work phone'),
};

/** How a status says that somebody does not work there any more. */
export const goneWords: readonly string[] = list(
  'b, baja, inactivo, inactiva, inativo, inactive, terminado, terminada, terminated, suspended, suspendido, suspendida, deleted, desligado, demitido, false, no, 0',
);
