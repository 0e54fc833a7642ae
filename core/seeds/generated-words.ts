/** What generated companies are made of: accents, capitals, % and _ included, because searches meet them. */
export const firstNames =
  'Álvaro Beatriz César Dolores Efraín Fátima Gonzalo Hortensia Íñigo Jazmín León Mónica Nicolás Ofelia Raúl Úrsula'.split(' ');
export const lastNames =
  'Ávalos Bañuelos Cárdenas Domínguez Espíndola Fuentes Güemes Hernández Ibáñez Juárez Lüders Muñoz Núñez Ordóñez Peña Zúñiga'.split(' ');
export const departments = [
  'Operaciones',
  'Mantenimiento',
  'Calidad',
  'Almacén',
  'Logística',
  'Compras',
  'Finanzas',
  'Sistemas',
  'Dirección',
  'Ventas',
];

const verbs = [
  'Revisar',
  'Reparar',
  'Calibrar',
  'Documentar',
  'Cotizar',
  'Limpiar',
  'Auditar',
  'Reubicar',
  'Rediseñar',
  'Capacitar en',
  'Validar',
  'ACTUALIZAR',
];
const things = [
  'la válvula de alivio',
  'el montacargas eléctrico',
  'la báscula de recepción',
  'el formato_F-12 de inspección',
  'el 100 % de los extintores',
  'la subestación número dos',
  'el contrato del año próximo',
  'la señalización de evacuación',
  'el inventario de refacciones',
  'la cámara fría del almacén',
  'el procedimiento de bloqueo',
  'la nómina quincenal',
  'el respaldo del servidor',
  'la línea de envasado',
  'el pozo y la planta tratadora',
  'las garantías del proveedor',
];
const ways = [
  'antes de la auditoría',
  'con evidencia fotográfica',
  'según la norma vigente',
  'sin detener la producción',
  'y avisar a Dirección',
  'en ambos turnos',
];

/** Every description begins as one of these. */
export const phrases = verbs.flatMap((verb) => things.flatMap((thing) => ways.map((way) => `${verb} ${thing} ${way}`)));
