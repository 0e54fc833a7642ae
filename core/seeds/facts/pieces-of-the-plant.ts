import type { PiecesByTopic } from './topics.ts';

/** What is promised and how it ends, in the plant. */
export const piecesOfThePlant = {
  'Seguridad e higiene': [
    [
      'Recorrido de la comisión mixta de seguridad e higiene por la nave de cocimiento',
      'Se recorrió toda la nave; las tres observaciones quedaron en el acta con responsable y fecha.',
      'aisle',
    ],
    [
      'Actualizar el croquis de evacuación del edificio administrativo',
      'Croquis actualizado y colocado en los cuatro accesos.',
      'floorPlan',
    ],
    [
      'Revisar la vigencia de los extintores y solicitar la recarga de los vencidos',
      'Se revisaron 64 extintores; 9 se mandaron a recarga y ya regresaron.',
      'gauge',
    ],
    [
      'Organizar el simulacro de evacuación con Protección Civil municipal',
      'Simulacro realizado en 3 min 40 s con 212 personas; se anexa la cédula.',
      'document',
    ],
    [
      'Entregar equipo de protección personal al turno nocturno y recabar firmas',
      'Equipo entregado a 38 personas; responsivas firmadas en el expediente.',
      'document',
    ],
    [
      'Medir el nivel de iluminación en las estaciones de inspección visual (NOM-025)',
      'Las 12 estaciones cumplen; dos luminarias se cambiaron durante la medición.',
      'barChart',
    ],
    [
      'Delimitar con pintura los pasillos peatonales del andén de carga',
      'Pasillos pintados y señalizados; se dejó secar todo el domingo.',
      'aisle',
    ],
    [
      'Actualizar las hojas de seguridad de los químicos de limpieza',
      'Se actualizaron 23 hojas y se colocaron las carpetas en los puntos de uso.',
      'document',
    ],
    ['Revisar los botiquines y reponer el material faltante', 'Botiquines completos; se agregó solución para lavado de ojos.', 'boxes'],
    [
      'Capacitar a la brigada contra incendios en el uso de hidrantes',
      'Práctica terminada con 16 brigadistas en el patio de maniobras.',
      'tank',
    ],
  ],
  'Producción de la línea 1': [
    [
      'Ajustar el volumen de llenado de la presentación de 380 g y registrar diez muestras por turno',
      'Quedó en 381.2 g promedio con desviación de 0.9; las muestras están en la bitácora.',
      'trend',
    ],
    [
      'Reducir el tiempo de cambio de formato de 45 a 30 minutos en la etiquetadora',
      'El último cambio tomó 28 minutos con el carro de herramienta nuevo.',
      'barChart',
    ],
    [
      'Validar el perfil de cocimiento de la salsa macha en la marmita 3',
      'Perfil validado en tres lotes seguidos: 92 °C por 14 minutos.',
      'trend',
    ],
    [
      'Cambiar las boquillas de la llenadora y documentar el torque aplicado',
      'Se cambiaron las ocho boquillas a 12 N·m; no hay goteo.',
      'tank',
    ],
    [
      'Elaborar el plan de producción semanal con las corridas de chile en vinagre',
      'Plan publicado en el tablero y enviado a Almacén y Calidad.',
      'document',
    ],
    [
      'Revisar el desperdicio de etiquetas del turno vespertino y proponer acciones',
      'La causa era la tensión del rollo; la merma bajó de 2.4 % a 0.8 %.',
      'barChart',
    ],
    [
      'Calibrar el detector de metales con los tres testigos y dejar evidencia',
      'Detecta ferroso 1.5, no ferroso 2.0 e inoxidable 2.5 mm. Se anexan fotos.',
      'gauge',
    ],
    [
      'Limpiar y sanitizar el túnel de enfriamiento antes de la corrida sin gluten',
      'Hisopados negativos; línea liberada por Calidad a las 5:40.',
      'tank',
    ],
    [
      'Ordenar la herramienta de cambio de formato con siluetas (5S)',
      'Tablero terminado, con una silueta por pieza y responsable por turno.',
      'boxes',
    ],
    [
      'Registrar los paros menores de la taponadora durante una semana',
      'Se registraron 41 paros; el 70 % por tapa volteada en el orientador.',
      'barChart',
    ],
    [
      'Verificar las fechas de caducidad impresas contra la orden de producción',
      'Revisadas 24 órdenes; una traía el año anterior y se reprocesó.',
      'label',
    ],
    ['Capacitar al relevo de la estación de codificado', 'Dos personas quedaron certificadas por la coordinadora de línea.', 'document'],
    [
      'Actualizar la hoja de proceso de mole en pasta con los tiempos reales',
      'Hoja actualizada, revisión 7, ya firmada por Calidad.',
      'document',
    ],
    ['Instalar las guías nuevas en la banda de acumulación', 'Guías instaladas; se acabaron los frascos caídos en la curva.', 'tank'],
  ],
  'Mejora continua': [
    [
      'Medir el consumo de agua por lote y proponer una meta de ahorro',
      'Línea base de 3.8 L por kg; la meta propuesta es 3.2 L para fin de año.',
      'trend',
    ],
    [
      'Hacer el mapa de la cadena de valor de la salsa verde',
      'Mapa presentado al comité; el cuello de botella es el enfriamiento.',
      'floorPlan',
    ],
    ['Reunir las ideas del buzón y publicar las aceptadas', 'De 31 ideas se aceptaron 9; ya tienen responsable.', 'document'],
    [
      'Calcular la eficiencia global (OEE) de la línea 1 del último trimestre',
      'OEE de 68 %: disponibilidad 81, rendimiento 88, calidad 96.',
      'barChart',
    ],
    [
      'Aplicar los cinco porqués al derrame del tanque de salmuera',
      'La causa raíz fue el flotador sin rutina de limpieza; se agregó al plan.',
      'document',
    ],
    [
      'Probar el arranque escalonado de compresores para bajar el pico de demanda',
      'El pico bajó 42 kW; el ahorro estimado es de 18 mil pesos al mes.',
      'trend',
    ],
    [
      'Diseñar el tablero de indicadores del piso de producción',
      'Tablero montado junto al comedor; se actualiza en cada cambio de turno.',
      'screen',
    ],
    ['Comparar proveedores de película termoencogible', 'Se recomienda el de Celaya: mismo calibre y 6 % menos por kilo.', 'barChart'],
    ['Documentar la lección aprendida del cambio de proveedor de frasco', 'Lección publicada y comentada en la junta mensual.', 'document'],
    ['Eliminar los traslados innecesarios entre pesado y marmitas', 'El recorrido pasó de 148 a 61 metros por lote.', 'floorPlan'],
    ['Estandarizar el arranque de turno con una lista de verificación', 'Lista en uso en los tres turnos desde el lunes.', 'document'],
  ],
  'Mantenimiento preventivo': [
    [
      'Cambiar aceite y filtros del compresor de tornillo número 2',
      'Aceite y filtros cambiados a las 8,000 horas; presión estable en 7.1 bar.',
      'gauge',
    ],
    [
      'Lubricar las chumaceras de las bandas transportadoras',
      'Se lubricaron 36 puntos; dos chumaceras quedaron programadas para cambio.',
      'tank',
    ],
    ['Revisar la alineación del motor de la bomba de salmuera', 'Alineada con láser: 0.04 mm. La vibración bajó a 1.9 mm/s.', 'trend'],
    [
      'Reemplazar los empaques de la autoclave vertical y probar con vapor',
      'Empaques nuevos; prueba de hermeticidad a 1.4 bar sin fuga.',
      'gauge',
    ],
    ['Limpiar las trampas de vapor de la sala de cocimiento', 'Nueve trampas limpias; una se cambió por completo.', 'tank'],
    [
      'Verificar el torque de las conexiones del tablero principal con termografía',
      'Sin puntos calientes; se apretaron dos bornes de la línea 1.',
      'trend',
    ],
    ['Cambiar las cadenas de la lavadora de frascos', 'Cadenas cambiadas y tensadas; corrió ocho horas sin paro.', 'tank'],
    ['Actualizar la rutina de lubricación en el plan maestro', 'Plan actualizado con frecuencias del fabricante.', 'document'],
    [
      'Purgar el condensado del tanque de aire y revisar la válvula de seguridad',
      'Válvula probada y sellada; el purgador automático ya funciona.',
      'gauge',
    ],
    [
      'Inspeccionar las bandas en V de los extractores de la nave',
      'Se cambiaron cuatro bandas; quedan dos de repuesto en el taller.',
      'boxes',
    ],
    ['Calibrar los termopares de las marmitas 1 a 4', 'Desviación máxima de 0.3 °C; certificados en la carpeta.', 'trend'],
    ['Pintar y rotular las tuberías según el código de colores', 'Vapor, agua y aire rotulados en toda la nave.', 'aisle'],
  ],
  'Servicios e instalaciones': [
    [
      'Reparar la gotera del techo sobre el almacén de etiquetas',
      'Impermeabilizado; aguantó la lluvia del fin de semana sin filtrarse.',
      'aisle',
    ],
    [
      'Revisar el nivel de sólidos de la planta tratadora y ajustar la dosificación',
      'Sólidos en 42 mg/L; la dosificación quedó en 18 ppm.',
      'trend',
    ],
    ['Cambiar las luminarias del estacionamiento por LED', 'Se cambiaron 22 luminarias; el estacionamiento quedó parejo.', 'barChart'],
    ['Limpiar la cisterna y tomar muestra de agua potable', 'Cisterna lavada; el laboratorio reportó ausencia de coliformes.', 'tank'],
    ['Reparar la puerta rápida del cuarto frío', 'Se cambió la fotocelda; abre y cierra en cuatro segundos.', 'aisle'],
    ['Medir la tierra física de la subestación', 'Lectura de 3.1 ohms en seca; cumple con la norma.', 'gauge'],
    ['Arreglar la fuga del baño de vestidores de hombres', 'Se cambió el flotador y la llave de paso.', undefined],
    [
      'Cotizar el aire acondicionado de la sala de juntas',
      'Tres cotizaciones; la mejor incluye instalación y un año de servicio.',
      'document',
    ],
    ['Revisar la caldera con el perito y renovar el dictamen', 'Dictamen vigente por un año; no hubo observaciones.', 'document'],
    ['Adecuar la caseta de vigilancia para el control de acceso', 'Caseta lista con contacto regulado y red.', 'floorPlan'],
  ],
  'Certificación FSSC 22000': [
    ['Actualizar el análisis de peligros de la línea de salsas', 'Versión 9 aprobada por el equipo de inocuidad.', 'document'],
    [
      'Cerrar la no conformidad menor sobre control de vidrio quebrado',
      'Acción correctiva cerrada con evidencia de tres semanas.',
      'document',
    ],
    ['Auditar el programa de control de plagas con el proveedor', 'Auditado; se reubicaron dos estaciones cercanas al andén.', 'floorPlan'],
    ['Validar la limpieza de la mezcladora con hisopados de alérgenos', 'Diez hisopados negativos a mostaza y apio.', 'barChart'],
    ['Reunir los certificados de análisis de las especias importadas', 'Completos los 14 proveedores; falta ninguno.', 'document'],
    [
      'Hacer el ejercicio de trazabilidad de un lote terminado hasta materia prima',
      'Trazado en 2 h 10 min con 99.6 % del producto localizado.',
      'trend',
    ],
    ['Revisar el pH y la actividad de agua del producto retenido', 'pH 3.9 y aw 0.92; producto liberado.', 'trend'],
    ['Preparar la presentación para la revisión por la dirección', 'Presentación entregada y minuta firmada.', 'screen'],
    ['Calibrar balanzas del laboratorio con pesas patrón', 'Seis balanzas dentro de tolerancia; etiquetas colocadas.', 'gauge'],
    ['Actualizar la matriz de alérgenos en la carpeta y en piso', 'Matriz actualizada y difundida en los tres turnos.', 'document'],
    ['Revisar las fichas de los proveedores de frasco de vidrio', 'Fichas al día; un proveedor quedó condicionado.', 'label'],
    [
      'Verificar la calibración de los termómetros de cámara fría',
      'Cuatro termómetros verificados contra patrón, todos dentro de ±0.5 °C.',
      'gauge',
    ],
  ],
} as const satisfies Partial<PiecesByTopic>;
