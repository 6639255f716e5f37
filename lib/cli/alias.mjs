/** Resolves `@/…` of Capstan's own files, wherever the package lies: no tsconfig reaches node_modules. */
let root;

export function initialize(data) {
  root = data.root;
}

export function resolve(specifier, context, next) {
  const own = specifier.startsWith('@/') && context.parentURL?.startsWith(root);
  return next(own ? new URL(`${specifier.slice(2)}.ts`, root).href : specifier, context);
}
