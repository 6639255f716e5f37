const KEPT = ['fill', 'stroke', 'stroke-width', 'opacity', 'font', 'paint-order'] as const;

/**
 * Saves a drawing of the page as a file of its own: the colours, which come from the page's style
 * sheet, are written into a copy.
 */
export function saveSvg(drawing: SVGSVGElement, name: string): void {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return;
  const from = [drawing, ...drawing.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, index) => {
    const target = to[index];
    if (!(target instanceof SVGElement)) return;
    const style = getComputedStyle(element);
    for (const property of KEPT) {
      target.style.setProperty(property, style.getPropertyValue(property));
    }
    target.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  const text = new XMLSerializer().serializeToString(copy);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
