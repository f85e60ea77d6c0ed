export default defineNuxtConfig({
  compatibilityDate: '2025-11-01',
  telemetry: false,
  devtools: { enabled: false },
  app: {
    head: {
      title: 'Nuxt and a Stacks wallet',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  css: ['stacks-wallet-elements/reserve.css'],
  vue: { compilerOptions: { isCustomElement: (tag) => /^(wallet|ft|nft)-/.test(tag) } },
});
