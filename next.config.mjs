/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // What holds WebAssembly, worker files or one shared connection pool stays outside the bundle.
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@prisma/driver-adapter-utils',
    '@prisma/schema-engine-wasm',
    '@node-rs/jieba',
    'ajv',
    'pg',
    'pino',
    'prom-client',
    'undici',
  ],
  typescript: { ignoreBuildErrors: true }, // `npm test` checks the whole tree with tsc
  experimental: { serverActions: { bodySizeLimit: '4mb' } },
};
