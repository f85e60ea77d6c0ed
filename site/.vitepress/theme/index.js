import DefaultTheme from 'vitepress/theme';
import ExplainMethod from './ExplainMethod.vue';
import LiveExample from './LiveExample.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('LiveExample', LiveExample);
    app.component('ExplainMethod', ExplainMethod);
    // As in the HTML of the start page (transformHtml of the configuration).
    if (import.meta.env.SSR) return;
    router.onAfterRouteChanged = () =>
      document.querySelector('.VPHome')?.setAttribute('role', 'main');
  },
};
