import DefaultTheme from 'vitepress/theme';
import { miniSearch } from '../search.mjs';
import ExplainMethod from './ExplainMethod.vue';
import HomeNumbers from './HomeNumbers.vue';
import LiveExample from './LiveExample.vue';
import ThemeGallery from './ThemeGallery.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    app.component('ExplainMethod', ExplainMethod);
    app.component('HomeNumbers', HomeNumbers);
    app.component('LiveExample', LiveExample);
    app.component('ThemeGallery', ThemeGallery);
    // VitePress writes functions of its configuration as text, without what they import.
    siteData.value.themeConfig.search.options.miniSearch = miniSearch;
  },
};
