export const exportTexts = {
  own: {
    title: 'Mis datos',
    lead: 'Lo que Bitácora guarda de ti: cuenta, actividades, comentarios, historial e imágenes, en un archivo ZIP.',
    download: 'Descargar mis datos',
  },
  company: {
    title: 'Exportar todo',
    lead: 'Actividades con su historial, comentarios, personas y temas en un libro de Excel, con las imágenes, en un archivo ZIP.',
    download: 'Exportar todo',
    command: 'En el servidor, también como CSV: npm run admin -- export-all CARPETA',
  },
  preparing: 'Preparando el archivo. Puede tardar varios minutos.',
  failed: 'No se pudo descargar el archivo.',
  done: 'Archivo descargado',
} as const;
